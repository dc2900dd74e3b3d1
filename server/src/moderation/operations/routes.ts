import { administratorRoute, type Route } from '#src/platform/http/route.ts';
import type { OperationsService } from './service.ts';

export function operationsRoutes(operations: OperationsService): Route[] {
  return [
    administratorRoute('GET /api/v1/operations', async () => ({
      message: 'What the market runs on',
      data: await operations.find(),
    })),

    administratorRoute('POST /api/v1/operations/jobs/:jobName/run', async ({ params, viewer }) => {
      const isQueued = await operations.runJob(params.jobName, viewer);
      const message = isQueued ? 'The job is queued.' : 'The job is waiting or running already.';
      return { message, data: { isQueued } };
    }),
  ];
}
