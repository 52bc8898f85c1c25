import { addTexts } from '../t.js';
import { homePage } from './home.table.js';

addTexts(homePage);
