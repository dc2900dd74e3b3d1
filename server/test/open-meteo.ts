import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from './loopback.ts';

export type Fault = 'limit' | 'unavailable' | 'html' | 'half' | 'endless' | 'slow' | 'nulls' | 'empty';

export interface FakeOpenMeteo {
  url: string;
  requests: URLSearchParams[];
  fault: Fault | undefined;
  daily: Record<string, (number | null)[]>;
  close(): Promise<void>;
}

const dailyOf = {
  weather_code: [0, 2, 61, 95, 3],
  temperature_2m_max: [28.1, 27.4, 24.9, 25.2, 26],
  temperature_2m_min: [11.2, 12, 13.4, 12.8, 11],
  precipitation_probability_max: [0, 5, 70, 85, 10],
  precipitation_sum: [0, 0, 9.4, 71.2, 0],
  wind_speed_10m_max: [9.4, 12.2, 18, 44.6, 14],
};

export async function startOpenMeteo(today: string): Promise<FakeOpenMeteo> {
  const server = createServer((request, response) => void answer(request, response));
  const fake: FakeOpenMeteo = {
    url: await listen(server),
    requests: [],
    fault: undefined,
    daily: { ...dailyOf },
    close: () => close(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', fake.url);
    fake.requests.push(searchParams);
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    const latitude = Number(searchParams.get('latitude'));
    if (pathname !== '/v1/forecast') return send(404, { error: true, reason: 'Not Found' });
    if (Math.abs(latitude) > 90)
      return send(400, {
        reason: `Latitude must be in range of -90 to 90°. Given: ${latitude}.`,
        error: true,
      });
    switch (fake.fault) {
      case 'limit':
        return send(429, {
          error: true,
          reason: 'Minutely API request limit exceeded. Please try again in one minute.',
        });
      case 'unavailable':
        return send(503, {});
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' });
        return void response.end('<html><body>Down for maintenance</body></html>');
      case 'half':
        response.writeHead(200, { 'content-length': '5000' });
        response.write('{"latitude":28.625,');
        return void setTimeout(() => response.destroy(), 20);
      case 'endless':
        response.writeHead(200);
        while (!response.destroyed) {
          response.write('9'.repeat(50_000));
          await new Promise(setImmediate);
        }
        return;
      case 'slow':
        return;
      case 'empty':
        return send(200, {});
    }
    const wanted = (searchParams.get('daily') ?? '').split(',');
    const nulls = [null, null, null, null, null];
    send(200, {
      latitude: 28.625,
      longitude: 77.25,
      generationtime_ms: 0.25,
      utc_offset_seconds: 19800,
      timezone: 'Asia/Kolkata',
      timezone_abbreviation: 'GMT+5:30',
      elevation: 216,
      current_units: { time: 'iso8601', temperature_2m: '°C', wind_speed_10m: 'km/h' },
      current: {
        time: `${today}T12:00`,
        interval: 900,
        temperature_2m: 24.5,
        relative_humidity_2m: 48,
        weather_code: 3,
        wind_speed_10m: 6.1,
        is_day: 1,
      },
      daily_units: { time: 'iso8601' },
      daily: {
        time: [0, 1, 2, 3, 4].map((days) =>
          new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10),
        ),
        ...Object.fromEntries(
          wanted.map((name) => [name, fake.fault === 'nulls' ? nulls : (fake.daily[name] ?? nulls)]),
        ),
      },
    });
  }

  return fake;
}
