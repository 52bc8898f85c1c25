// Fails if the built portal is larger than its budgets. Sizes are those after gzip, as a browser without Brotli loads it.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { overBudget } from '../apps/portal/budgets.mjs';
import { fail } from './prepare.mjs';
import { root } from './stale.mjs';

const portal = join(root, 'dist', 'portal');
const manifest = JSON.parse(readFileSync(join(portal, 'manifest.json'), 'utf8'));
const problems = overBudget(manifest, (file) => statSync(join(portal, `${file}.gz`)).size);
if (problems.length > 0) fail(new Error(`the portal is over its budget\n${problems.join('\n')}`));
