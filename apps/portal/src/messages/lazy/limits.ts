import { addTexts } from '../t.js';
import { limits } from './limits.table.js';

addTexts(limits);
