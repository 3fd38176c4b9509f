import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { findLevel } from '#domain/certification-levels.ts';
import { fail } from '#features/applications/shared/contract.ts';
import { ApplicationKind } from '#features/applications/shared/requirements.ts';

const file = join(import.meta.dirname, '../../../../content/applications/types.json');

/** Loads the levels one can apply for. Adding a level takes an entry in the file and no code. */
function loadTypes(): readonly ApplicationKind[] {
  const types = z.array(ApplicationKind).parse(JSON.parse(readFileSync(file, 'utf8')));
  for (const { id, name, levelID, requirements } of types) {
    if (findLevel(levelID)?.name !== name)
      throw new Error(`application type ${id}: ${levelID} is not the level ${name}`);
    const ids = requirements.map((requirement) => requirement.id);
    if (new Set(ids).size !== ids.length) throw new Error(`application type ${id}: duplicate requirement id`);
    for (const requirement of requirements)
      if (requirement.kind === 'card' && requirement.levels.some((level) => findLevel(level) === undefined))
        throw new Error(`application type ${id}: ${requirement.id} requires an unknown level`);
  }
  return types;
}

let cachedTypes: readonly ApplicationKind[] | undefined;

/** The server calls this at startup, so an error in the file stops it before it serves requests. */
export function listApplicationTypes(): readonly ApplicationKind[] {
  cachedTypes ??= loadTypes();
  return cachedTypes;
}

export function findApplicationType(id: number, path = 'typeId'): ApplicationKind {
  const type = listApplicationTypes().find((type) => type.id === id);
  if (type === undefined) throw fail('applications.unknown_type', { path });
  return type;
}
