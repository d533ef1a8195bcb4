/** A reader thread of a crawl. */
import { serve } from './thread.ts';

serve();
