import { addTexts } from '../t.js';
import { transfer } from './transfer.table.js';

addTexts(transfer);
