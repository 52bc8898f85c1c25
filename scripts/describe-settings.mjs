/** The text of docs/reference/settings.generated.md, from the rules of the settings. */
export function describeSettings(settings) {
  const rows = Object.entries(settings).map(([name, rule]) => {
    const preset = rule.safeParse(undefined).data;
    return `| \`${name}\` | ${preset === undefined || preset.length === 0 ? '' : `\`${preset}\``} | ${rule.description} |`;
  });
  return `# Settings

These environment variables are checked when a process starts. \`npm run gen\` writes this page from
\`libs/config/src/settings.table.ts\`. Do not edit it.

| name | default | description |
| --- | --- | --- |
${rows.join('\n')}

\`npm start\` sets \`KEY_RING_FILE\`, \`DATABASE_URL\`, \`DRAIN_SECONDS\` (0) and \`WEBHOOK_ALLOW_PRIVATE\` for its processes if they are unset.
Its log files are JSON regardless of \`LOG_FORMAT\`. It shows warnings and errors as text on the screen.

\`KEY_RING\` and \`KEY_RING_FILE\` hold \`{ "master": { "active": "<id>", "keys": { "<id>": "<32 bytes in base64>" } },
"blind_index": "<32 bytes in base64>", "pepper": "<32 bytes in base64>" }\`.
${SCREENING_LIST}`;
}

const SCREENING_LIST = `
## The screening list

\`SCREENING_LIST_FILE\` has one of the following formats. The service detects the format by the first row.

**OFAC's SDN files, as published.** The path of \`sdn.csv\`, or of the folder that holds it. \`alt.csv\`, with the
aliases, must be in the same folder and from the same publication; \`add.csv\`, with the addresses, may be present and is
not read. File names may be in upper or lower case, the text in ASCII, Latin-1 or UTF-8, and a final \`0x1A\` byte is
ignored.

| file | fields, without a row of column names | used |
| --- | --- | --- |
| \`sdn.csv\` | ent_num, SDN_Name, SDN_Type, Program, Title, Call_Sign, Vess_type, Tonnage, GRT, Vess_flag, Vess_owner, Remarks | the first three |
| \`alt.csv\` | ent_num, alt_num, alt_type, alt_name, alt_remarks | ent_num, alt_name |

Every entry is on the watch list. Vessels and aircraft are not screened. All names in \`alt.csv\` are screened (a.k.a., f.k.a. and
n.k.a.). Aliases that OFAC calls weak are not screened: OFAC publishes them in the Remarks only and does not expect them to be
screened. Dates of birth in the Remarks neither confirm nor clear a match ([ADR 44](../adr/0044-ofac-files.md)).

**A CSV file with a row of column names**, in UTF-8. Columns may come in any order and letter case; other columns are
ignored.

| column | description |
| --- | --- |
| \`ent_num\` | required: identifies the entry; no two entries share it |
| \`SDN_Name\` | required: the name; of individuals as \`LAST, First\` or in spoken order |
| \`SDN_Type\` | \`individual\`; \`vessel\` and \`aircraft\` are ignored; anything else is an organization |
| \`aliases\` | other names, separated by semicolons |
| \`list\` | \`watchlist\` (default), which restricts a customer who matches, or \`alertlist\`, which rejects |

In both formats \`-0-\` is an empty value. A list that breaks a rule is rejected as a whole, and the error names the file and line.
`;
