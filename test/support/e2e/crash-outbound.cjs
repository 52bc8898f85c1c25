// Makes a worker die by SIGKILL at the point of a file's way to the bank that CRASH_AT names, the first time it gets there.
const { writeSync, renameSync } = require('node:fs');
const promises = require('node:fs/promises');
const { setImmediate } = require('node:timers');
const { basename, join } = require('node:path');
require('reflect-metadata');
const rails = join(__dirname, '../../../dist/libs/rails/src');
const { FilesRepository } = require(join(rails, 'infrastructure/persistence/files.repository.js'));
const { EntriesRepository } = require(join(rails, 'infrastructure/persistence/entries.repository.js'));
const { PayloadsRepository } = require(join(rails, 'infrastructure/persistence/payloads.repository.js'));
const { DirectoryFiles } = require(join(rails, 'infrastructure/directory/directory-files.js'));
const { SftpFiles } = require(join(rails, 'infrastructure/sftp/sftp-files.js'));
const { SFTP } = require('ssh2/lib/protocol/SFTP.js');
const { SealFile } = require(join(rails, 'application/seal-file.js'));

/** CRASH_SHARE is how much of a content gets there before the end, from 0 to 1. */
const { BANK_ROOT, CRASH_AT, CRASH_SHARE = '0.5' } = process.env;

function die() {
  writeSync(1, `dies ${CRASH_AT}\n`);
  process.kill(process.pid, 'SIGKILL');
}

const CHANNELS = [DirectoryFiles, SftpFiles];

/** Wraps a method, so that the process may end before and after it. */
function around({ prototype }, method, { before = () => {}, after = () => {} }) {
  const original = prototype[method];
  prototype[method] = async function (...args) {
    await before(...args);
    const result = await original.apply(this, args);
    await after(...args);
    return result;
  };
}

const saving = (isIt, when) => around(FilesRepository, 'save', { [when]: (was, is) => isIt(was, is) && die() });
const becomes = (state) => (was, is) => was.state !== state && is.state === state;
const isNamed = (was, is) => was.format === null && is.format !== null;

async function* partOf(content) {
  for await (const chunk of content) {
    yield chunk.subarray(0, Math.floor(chunk.length * Number(CRASH_SHARE)));
    die();
  }
}

/** Only part of the content gets to the method, whose second parameter it is. */
function cutContent({ prototype }, method) {
  const original = prototype[method];
  prototype[method] = function (first, content) {
    return original.call(this, first, partOf(content));
  };
}

/**
 * In a directory, the final name appears as a second one. Over SFTP, the request has left and its answer is not seen. Then
 * `after` is called with the final name.
 */
function amidRename(after) {
  const { link } = promises;
  promises.link = async (from, to) => {
    await link(from, to);
    after?.(to);
    die();
  };
  const { rename } = SFTP.prototype;
  SFTP.prototype.rename = function (from, to) {
    rename.call(this, from, to, () => {
      after?.(to);
      die();
    });
    if (after === undefined) setImmediate(die);
  };
}

const POINTS = {
  'after the file is opened': () => around(FilesRepository, 'open', { after: die }),
  'amid the claims': () => around(EntriesRepository, 'claim', { after: die }),
  'after the claims': () => around(SealFile, 'close', { before: die }),
  'after the file is named': () => saving(isNamed, 'after'),
  'amid the rendering': () => cutContent(PayloadsRepository, 'store'),
  'before the seal is committed': () => saving(becomes('sealed'), 'before'),
  'after the seal is committed': () => saving(becomes('sealed'), 'after'),
  'after the attempt is committed': () => saving(becomes('uploading'), 'after'),
  'amid the write': () => CHANNELS.forEach((files) => cutContent(files, 'writeNew')),
  'after the write': () => CHANNELS.forEach((files) => around(files, 'writeNew', { after: die })),
  'amid the rename': () => amidRename(),
  'after the rename': () => CHANNELS.forEach((files) => around(files, 'renameNew', { after: die })),
  'before the upload is committed': () => saving(becomes('uploaded'), 'before'),
  'after the upload is committed': () => saving(becomes('uploaded'), 'after'),
  'amid the rename, while the bank takes the file': () =>
    amidRename((name) =>
      renameSync(join(BANK_ROOT, 'inbound', basename(name)), join(BANK_ROOT, 'taken', basename(name))),
    ),
};

POINTS[CRASH_AT]();
