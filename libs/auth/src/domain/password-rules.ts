import { COMMON_PASSWORDS } from './common-passwords.table.js';

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 1_024;
const MIN_DIFFERENT_CHARACTERS = 5;
const MIN_NAME_LENGTH = 4;
/** Common with any digits and symbols around them. */
const COMMON_BASES: ReadonlySet<string> = new Set(
  ['password', 'passw0rd', 'p@ssw0rd', 'p@ssword', 'qwerty', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'iloveyou'].concat(
    [
      'welcome',
      'letmein',
      'administrator',
      'admin',
      'changeme',
      'monkey',
      'dragon',
      'football',
      'baseball',
      'sunshine',
    ],
    ['princess', 'superman', 'secret', 'default', 'abc', 'test', 'payments'],
  ),
);

/** Why the user may not choose a password of enough characters; undefined when nothing is wrong with it. */
export function weaknessOf(password: string, userName: string): string | undefined {
  const [plain, name] = [password.toLowerCase(), userName.toLowerCase()];
  const hasName = plain === name || (name.length >= MIN_NAME_LENGTH && plain.includes(name));
  if (hasName) return 'new_password must not contain the name of the user';
  return isCommon(plain) ? 'new_password must not be one that many people use' : undefined;
}

function isCommon(plain: string): boolean {
  return (
    COMMON_PASSWORDS.has(plain) ||
    COMMON_BASES.has(plain.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '')) ||
    new Set(plain).size < MIN_DIFFERENT_CHARACTERS ||
    /^(.+?)\1+$/su.test(plain) ||
    isSequence(plain)
  );
}

/** Neighbors of the alphabet or of the digits, up or down, such as 7890123. */
function isSequence(plain: string): boolean {
  const codes = Array.from(plain, (character) => (character === '0' ? 58 : character.charCodeAt(0)));
  const steps = codes.slice(1).map((code, i) => code - codes[i]!);
  return [1, -1].some((way) => steps.every((step) => step === way || step === -9 * way));
}
