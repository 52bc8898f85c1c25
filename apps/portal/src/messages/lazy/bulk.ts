import { addTexts } from '../t.js';
import { bulk } from './bulk.table.js';

addTexts(bulk);
