import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { graphql } from '#platform/web/client/graphql.ts';
import type { ImportEntry } from '#features/logbook/shared/import-contract.ts';
import { logbookKey } from '#features/logbook/web/queries.ts';
import { importDocuments } from './import-documents.ts';

/** Live events refresh a running import; this is for pages without a connection for them. */
const pollMs = 3_000;
const entriesPerPage = 50;
const entriesPerDownload = 500;

export function useImports() {
  return useQuery({
    queryKey: [...logbookKey, 'imports'],
    queryFn: async () => (await graphql(importDocuments.imports)).diveImports,
  });
}

export function useImport(id: string) {
  return useQuery({
    queryKey: [...logbookKey, 'imports', id],
    queryFn: async () => (await graphql(importDocuments.imports, { id })).diveImports[0] ?? null,
    refetchInterval: ({ state }) => (state.data?.status === 'importing' ? pollMs : false),
  });
}

export function useImportEntries(id: string, isDone: boolean) {
  return useInfiniteQuery({
    enabled: isDone,
    queryKey: [...logbookKey, 'import-entries', id],
    queryFn: ({ pageParam: offset }) => fetchEntries(id, entriesPerPage, offset),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < entriesPerPage ? undefined : pages.length * entriesPerPage),
  });
}

async function fetchEntries(id: string, limit: number, offset: number): Promise<ImportEntry[]> {
  return (await graphql(importDocuments.importEntries, { id, limit, offset })).diveImportEntries;
}

export async function fetchAllEntries(id: string): Promise<ImportEntry[]> {
  const entries: ImportEntry[] = [];
  for (;;) {
    const page = await fetchEntries(id, entriesPerDownload, entries.length);
    entries.push(...page);
    if (page.length < entriesPerDownload) return entries;
  }
}

export function useFirstDiveNumber() {
  return useQuery({
    queryKey: [...logbookKey, 'first-number'],
    queryFn: async () => (await graphql(importDocuments.firstDiveNumber)).firstDiveNumber,
  });
}
