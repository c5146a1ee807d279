import type { OpenApiDocument } from '@daftar/contract/openapi';

export function sdkFiles(document: OpenApiDocument): Record<string, string>;
