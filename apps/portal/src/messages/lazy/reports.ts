import { addTexts } from '../t.js';
import { reports } from './reports.table.js';

addTexts(reports);
