import { addTexts } from '../t.js';
import { audit } from './audit.table.js';

addTexts(audit);
