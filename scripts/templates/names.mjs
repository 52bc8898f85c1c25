// Checks the names of a new module, and derives the spellings that its templates use.

const JAVASCRIPT = `arguments await break case catch class const continue debugger default delete do else enum eval export
  extends false finally for function if implements import in instanceof interface let new null package private protected
  public return static super switch this throw true try typeof undefined var void while with yield`;
const SQL = `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
  current_date current_role current_time current_timestamp current_user default deferrable desc distinct do else end except
  false fetch for foreign from grant group having in initially intersect into lateral leading limit localtime
  localtimestamp not null offset on only or order placing primary references returning select session_user some symmetric
  system_user table then to trailing true union unique user using variadic when where window with`;
// Names that the templates use themselves.
const TEMPLATES = `answer body client clock created first id input list-request next other owner page reply request row
  service source sql unit-of-work value values`;
const FIELDS = `client created_at enterprise_id id`;

const set = (...texts) => new Set(texts.flatMap((text) => text.split(/\s+/)));
const RESERVED = set(JAVASCRIPT, SQL, TEMPLATES);
const RESERVED_FIELDS = set(JAVASCRIPT, SQL, FIELDS);
const LONGEST = 30;

export function checkName(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > LONGEST)
    throw new Error(`"${name}" is not a name in kebab-case of at most ${LONGEST} characters, such as payees.`);
  if (RESERVED.has(name))
    throw new Error(`"${name}" is reserved by TypeScript, SQL or the templates. Choose another name.`);
}

export function checkField(name) {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) || name.length > LONGEST)
    throw new Error(`"${name}" is not a field in snake_case of at most ${LONGEST} characters, such as name.`);
  if (RESERVED_FIELDS.has(name))
    throw new Error(`"${name}" is reserved by TypeScript, SQL or the templates. Choose another field.`);
}

/** The singular of a regular plural. */
export function singularOf(name) {
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(ss|x|ch|sh)es$/.test(name)) return name.replace(/es$/, '');
  if (/[^s]s$/.test(name)) return name.replace(/s$/, '');
  throw new Error(`"${name}" does not end like a plural. Set the name of one resource with --singular.`);
}

/** The spellings of both names: `Items` in Pascal case, `items` in camel case, `items-`, `items_` and `items words`. */
export function wordsOf(plural, singular) {
  const spaced = singular.replaceAll('-', ' ');
  return {
    ...spellings('item', singular),
    ...spellings('items', plural),
    'a item': `${/^[aeiou]/.test(spaced) ? 'an' : 'a'} ${spaced}`,
  };
}

function spellings(key, name) {
  const pascal = name.split('-').map(capital).join('');
  const words = name.replaceAll('-', ' ');
  return {
    [key]: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    [capital(key)]: pascal,
    [`${key}-`]: name,
    [`${key}_`]: name.replaceAll('-', '_'),
    [`${key} words`]: words,
    [`${capital(key)} words`]: capital(words),
  };
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
