import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyInput, Page } from 'puppeteer-core';

const SCREENSHOTS = join(__dirname, '../../../coverage/portal');
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** More than any page has stops. */
const MOST_TABS = 80;
const POLL_MS = 25;
const LONGEST_PAINT_MS = 1_000;

export interface PortalLogin {
  readonly name: string;
  readonly password: string;
}

/** Fills in the sign-in as a password manager does, and waits for the page behind it. */
export async function signIn(page: Page, { name, password }: PortalLogin): Promise<void> {
  await submitSignIn(page, name, password);
  await page.waitForSelector('nav[aria-label="Main navigation"]');
  await page.waitForSelector('main h1');
}

export async function submitSignIn(page: Page, name: string, password: string): Promise<void> {
  await page.waitForSelector('input[name=password]');
  await replaceText(page, 'input[name=name]', name);
  await replaceText(page, 'input[name=password]', password);
  const answer = page.waitForResponse((response) => response.url().endsWith('/portal/session'));
  await page.keyboard.press('Enter');
  await answer;
  // The answer is shown, and the form can be sent again.
  await until(page, 'document.querySelector("button[aria-busy]") === null');
}

export async function replaceText(page: Page, selector: string, text: string): Promise<void> {
  await page.focus(selector);
  await chord(page, 'Control', 'a');
  await page.keyboard.press('Backspace');
  if (text !== '') await page.keyboard.sendCharacter(text);
}

export async function chord(page: Page, modifier: KeyInput, key: KeyInput): Promise<void> {
  await page.keyboard.down(modifier);
  await page.keyboard.press(key);
  await page.keyboard.up(modifier);
}

/** Presses Tab until the focus is where it should be, as a person without a mouse does. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

export const heading = (page: Page) => page.$eval('h1', (h1) => h1.textContent);
export const textOf = (page: Page) => page.$eval('body', (body) => body.innerText);

export async function hasHeading(page: Page, text: string): Promise<void> {
  await until(page, `document.querySelector('h1')?.textContent === ${JSON.stringify(text)}`).catch(async () => {
    throw new Error(`the heading is "${await heading(page)}", not "${text}":\n${await textOf(page)}`);
  });
}

/** Clicks what the selector finds, once it is there and stands still. */
export async function click(page: Page, selector: string): Promise<void> {
  const found = (await page.waitForSelector(selector).catch(async (cause: unknown) => {
    throw new Error(`there is no ${selector}:\n${await textOf(page)}`, { cause });
  }))!;
  const place = () => found.evaluate((element) => Object.values(element.getBoundingClientRect().toJSON()).join());
  let [before, now] = ['', await place()];
  while (now !== before) {
    await new Promise((next) => setTimeout(next, POLL_MS));
    [before, now] = [now, await place()];
  }
  await painted(page);
  await found.click();
  // A handle would keep the element, and the form around it, in the memory of the page.
  await found.dispose();
}

/** Nobody clicks what was not drawn yet. A page in the background may draw nothing, so this is not waited for long. */
async function painted(page: Page): Promise<void> {
  const frames = `new Promise((drawn) => {
    requestAnimationFrame(() => requestAnimationFrame(drawn));
    setTimeout(drawn, ${LONGEST_PAINT_MS});
  })`;
  await page.evaluate(frames);
}

/** Clicks the button with this text. */
export const press = (page: Page, text: string) =>
  click(page, `::-p-xpath(//button[normalize-space()="${text}" and not(@disabled)])`);

/** Opens the menu and chooses the item with this text. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await click(page, `button[aria-label="${menu}"]`);
  await click(page, `::-p-xpath(//*[@role="menuitem"][normalize-space()="${item}"])`);
}

/** Proves with a password or code who the user is, where a page asks for it again. */
export async function prove(page: Page, proof: string): Promise<void> {
  await says(page, 'Confirm that it is you');
  await replaceText(page, 'input[name=proof]', proof);
  await press(page, 'Continue');
}

/** Chooses the first account that is offered for a text, once one with this reference is. */
export async function payTo(page: Page, typed = 'business', reference = ''): Promise<void> {
  await click(page, 'input[name=destination]');
  await page.keyboard.type(typed);
  await page.waitForSelector(`::-p-xpath(//*[@role="option"][contains(., "${reference}")])`);
  await page.keyboard.press('Enter');
}

export async function says(page: Page, text: string | RegExp): Promise<void> {
  const shown = 'document.body.innerText';
  const isSaid =
    typeof text === 'string'
      ? `${shown}.includes(${JSON.stringify(text)})`
      : `new RegExp(${JSON.stringify(text.source)}, ${JSON.stringify(text.flags)}).test(${shown})`;
  await until(page, isSaid).catch(async () => {
    throw new Error(`the page does not say "${text}":\n${await textOf(page)}`);
  });
}

/** The text of the file that the button saves. */
export async function savedBy(page: Page, button: string): Promise<string> {
  await page.evaluate(`{
    delete globalThis.saved;
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => { void blob.text().then((text) => { globalThis.saved = text; }); return make(blob); };
  }`);
  await press(page, button);
  await until(page, 'globalThis.saved !== undefined');
  return (await page.evaluate('globalThis.saved')) as string;
}

/** Waits until the expression is true in the page. Not by its frames, which a page in the background does not draw. */
export async function until(page: Page, expression: string): Promise<void> {
  await page.waitForFunction(expression, { polling: POLL_MS });
}

interface Axe {
  run(options: object): Promise<{ readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;
}

export type Theme = 'light' | 'dark';

/** Violations of WCAG 2.2 AA that axe finds in the theme, one line each. */
export async function violations(page: Page, theme: Theme): Promise<string[]> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  // The policy of the page forbids injected scripts, so axe comes in by the debugger.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  // Between the themes only colors differ.
  const runOnly = theme === 'light' ? { type: 'tag', values: WCAG } : { type: 'rule', values: ['color-contrast'] };
  const found = await page.evaluate(
    async (options) => (await (globalThis as unknown as { axe: Axe }).axe.run(options)).violations,
    { runOnly },
  );
  return found.map(({ id, nodes }) => `${theme}, ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** As a part of the name of a file. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`.replaceAll(/\W+/g, '-');
}

/** By how many pixels the page is wider than a window of this width. */
export async function overflowAt(page: Page, width: number): Promise<number> {
  const { width: before, height } = page.viewport()!;
  await page.setViewport({ width, height });
  const root = 'document.documentElement';
  const overflow = Number(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`));
  await screenshotIfAsked(page, `narrow${addressOf(page)}`);
  await page.setViewport({ width: before, height });
  return overflow;
}

/** Headers of tables that lie outside of the frame of their table, or are cut. */
export function cutColumns(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('[role=grid]')].flatMap((grid) => {
    const { right } = grid.getBoundingClientRect();
    const isCut = (cell) => cell.getBoundingClientRect().right > right || cell.scrollWidth > cell.clientWidth + 1;
    return [...grid.querySelectorAll('[role=columnheader]:not(:has(input, span))')].filter(isCut).map((cell) => cell.textContent);
  })`) as Promise<string[]>;
}

/** With RECORD_SCREENSHOTS=1 pages are written to coverage/portal, for a person to look at. */
export async function screenshotIfAsked(page: Page, name: string): Promise<void> {
  if (process.env['RECORD_SCREENSHOTS'] !== '1') return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${join(SCREENSHOTS, name)}.png` });
}

/** A name that is a script where it is not taken for text. */
export const hostile = (mark: string) => `<img src=x onerror="alert('${mark}')">`;

/** A button of the open dialog that can be pressed. */
export const inDialog = (text: string) =>
  `::-p-xpath(//dialog//button[normalize-space()="${text}" and not(@disabled)])`;
