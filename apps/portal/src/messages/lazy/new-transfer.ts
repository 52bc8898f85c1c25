import { addTexts } from '../t.js';
import { newTransferPage } from './new-transfer.table.js';

addTexts(newTransferPage);
