import { templateProblem } from './file-name.js';

describe('a template of file names', () => {
  it.each([
    '{company_id}_{date}_{time}_{modifier}.ach',
    'ACME.{sequence}',
    '{origin}-{date6}{modifier}.txt',
    '{connection}_{date}_{time}.ach',
    '{kind}{window}{sequence}',
  ])('is accepted when it is unique: %s', (template) => {
    expect(templateProblem(template)).toBeUndefined();
  });

  it.each([
    ['acme.ach', 'is not unique'],
    ['{date}.ach', 'is not unique'],
    ['{modifier}.ach', 'is not unique'],
    ['{time}.ach', 'is not unique'],
    ['{date}_{window}.ach', 'is not unique'],
    ['{sequence}/{date}', 'has characters'],
    ['{sequence} .ach', 'has characters'],
    ['{sequence}{day}', 'has an unknown token'],
    ['{sequence}{}', 'has an unknown token'],
    ['{sequence', 'has characters'],
    ['.{sequence}', 'begins with a dot'],
    [`{sequence}${'x'.repeat(71)}`, 'can exceed 80 characters'],
  ])('is refused: %s', (template, problem) => {
    expect(templateProblem(template)).toContain(problem);
  });
});
