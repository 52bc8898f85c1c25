import type { Story } from '@payments/http';
import { responses } from './responses.table.js';
import { GIVEN, story as steps } from './story.table.js';

export const story: Story = { steps, given: GIVEN, responses };
