export interface Schema {
  type?: string;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

export interface Operation {
  key: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  isMultipart: boolean;
  access: 'open' | 'member' | 'admin';
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
}

interface DocumentedOperation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security?: Record<string, unknown>[];
}

export async function readOperations(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as Document;
  return Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { parameters = [], requestBody, security = [] }]) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const schemes = security.flatMap((one) => Object.keys(one));
      return {
        key: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        method: method.toUpperCase(),
        path,
        parameters,
        body: content?.schema,
        isMultipart: type === 'multipart/form-data',
        access: schemes.includes('admin') ? 'admin' : schemes.includes('session') ? 'member' : 'open',
      } satisfies Operation;
    }),
  );
}
