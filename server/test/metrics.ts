import { freePort } from './process.ts';

/** Opens a port for the metrics of an app, and reads them. */
export async function openTestMetrics() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/metrics`;
  const read = async () => (await fetch(url)).text();
  return {
    port,
    url,
    read,
    /** Finds a sample such as `upaj_sockets` or `upaj_events{state="failed"}`. Returns undefined if there is none. */
    async find(sample: string): Promise<number | undefined> {
      const line = (await read()).split('\n').find((each) => each.startsWith(`${sample} `));
      return line === undefined ? undefined : Number(line.slice(sample.length + 1));
    },
  };
}
