// Pins the images of docker/ to the digests that their tags have now. In the project root, with Docker and a network:
// node scripts/pin-images.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The files that name images. */
export const FILES = ['docker/Dockerfile', 'docker/compose.yaml'];
// Stages of a build have no tag, and the service's own image is built here.
const IMAGE = /^(FROM |\s*image: )(?!payments-service:)([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?/gm;

/** The images of a text: names with tags, and digests where they are pinned. */
export const imagesOf = (text) => [...text.matchAll(IMAGE)].map(([, , image, digest = '']) => ({ image, digest }));

/** The text with the digest of each image; `digestOf` returns it for a name with a tag. */
export const pinned = (text, digestOf) =>
  text.replace(IMAGE, (_, before, image) => `${before}${image}@${checked(digestOf(image))}`);

function checked(digest) {
  if (/^sha256:[0-9a-f]{64}$/.test(digest)) return digest;
  throw new Error(`not a digest: ${digest}`);
}

function digestNow(image) {
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'];
  return execFileSync('docker', args, { encoding: 'utf8' }).trim();
}

if (basename(process.argv[1] ?? '') === 'pin-images.mjs') {
  for (const file of FILES) {
    writeFileSync(file, pinned(readFileSync(file, 'utf8'), digestNow));
    process.stdout.write(`pinned: ${file}\n`);
  }
}
