import { afterEach } from 'vitest';
import { endVisits } from './browser.ts';

afterEach(({ task }) => endVisits(task.result?.state === 'fail'));
