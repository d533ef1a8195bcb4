/**
 * A whole crawl in a separate process, so that its memory is measured without that of the servers and the test.
 * Reads its options as JSON from the command line; prints how it ended and how many megabytes it took at most.
 */
import { crawl } from '../../src/index.ts';

const { reason } = await crawl(JSON.parse(process.argv[2]!) as Parameters<typeof crawl>[0]).finished;
console.log(JSON.stringify({ reason, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) }));
