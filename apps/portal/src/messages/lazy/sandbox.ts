import { addTexts } from '../t.js';
import { sandbox } from './sandbox.table.js';

addTexts(sandbox);
