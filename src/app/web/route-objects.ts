import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { withMessages } from '#platform/web/i18n/use-messages.tsx';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import { isServerPage } from '#platform/web/page-state.ts';
import { loadRecords } from './load-records.ts';
import { loadScreen, type NavigationTarget } from './load-screen.ts';
import { loadOffline, offlinePages } from './offline-pages.ts';
import type { RouteDefinition } from './route-definition.ts';
import { ErrorScreen } from './shell/error-screen.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

/** Loaded on demand, because the sign-in page has no frame. */
const importShell = async () => (await import('./shell/shell.tsx')).Shell;
const importPublicFrame = async () => (await import('./shell/public-frame.tsx')).PublicFrame;
const importKnownFrame = async () => (await import('./shell/known-frame.tsx')).loadKnownFrame();

/** What runs before screens, in guards.ts. */
export interface RouteLoaders {
  requireSession: LoaderFunction;
  requireBearer: LoaderFunction;
  hasSession: LoaderFunction;
  guards: Record<Exclude<RouteDefinition['guard'], 'bearer-in-query' | undefined>, LoaderFunction>;
  redirectTo: (to: string) => LoaderFunction;
}

/** The components of routes that are loaded already, by the id of the route. */
export type LoadedComponents = ReadonlyMap<string | undefined, ComponentType>;

interface RouteOptions {
  /** Without them the routes only show pages. */
  loaders?: RouteLoaders;
  loaded?: LoadedComponents;
  /** The address that the router is navigating to, if any. */
  getTarget?: () => NavigationTarget | undefined;
}

export interface RouteHandle {
  row: RouteDefinition;
}

/** Builds the router's routes from the route table. The router changes the objects, so each router has its own. */
export function createRoutes(rows: readonly RouteDefinition[], options: RouteOptions): RouteObject[] {
  const { loaders, loaded } = options;
  const inFrame = (frame: Frame) => createFrameRoutes(frame, rows, options);
  return [
    {
      id: 'none',
      HydrateFallback: ShellSkeleton,
      ErrorBoundary: ErrorScreen,
      children: [
        ...inFrame('none'),
        { id: 'open', ...component('open', importPublicFrame, loaded), children: inFrame('open') },
        {
          id: knownFrameId,
          ...(loaders && { loader: loaders.hasSession }),
          shouldRevalidate: () => false,
          ...component(knownFrameId, importKnownFrame, loaded),
          children: inFrame('known'),
        },
        {
          id: 'by-link',
          ...(loaders && { loader: loaders.requireBearer }),
          ...component('by-link', importShell, loaded),
          children: inFrame('by-link'),
        },
        {
          id: 'signed-in',
          // Runs once for the first page; later pages use the session in memory.
          ...(loaders && { loader: loaders.requireSession }),
          shouldRevalidate: () => false,
          ...component('signed-in', importShell, loaded),
          children: inFrame('signed-in'),
        },
      ],
    },
  ];
}

function component(id: string, load: () => Promise<ComponentType>, loaded: LoadedComponents | undefined) {
  const Component = loaded?.get(id);
  return Component ? { Component } : { lazy: { Component: load } };
}

type Frame = 'none' | 'open' | 'known' | 'by-link' | 'signed-in';
/** The frame of open pages that look for a session. */
export const knownFrameId = 'known';

export function createFrameRoutes(
  frame: Frame,
  rows: readonly RouteDefinition[],
  options: RouteOptions,
): RouteObject[] {
  return rows.filter((row) => getFrame(row) === frame).map((row) => toRoute(row, options));
}

function getFrame({ redirect: to, guard, screen, isOpen, hasMenu, isBare }: RouteDefinition): Frame {
  if (to !== undefined || isBare || (guard !== undefined && screen === undefined)) return 'none';
  if (guard === 'bearer-in-query') return 'by-link';
  if (hasMenu) return 'known';
  return isOpen ? 'open' : 'signed-in';
}

function toRoute(row: RouteDefinition, { loaders, loaded, getTarget = () => undefined }: RouteOptions): RouteObject {
  const { path, screen, guard, redirect: to } = row;
  const load = () => (isServerPage() ? importScreen(row) : loadScreen(() => importScreen(row), getTarget));
  return {
    // The page's data is by id.
    id: path,
    path,
    handle: { row } satisfies RouteHandle,
    ErrorBoundary: ErrorScreen,
    ...(loaders && to !== undefined && { loader: loaders.redirectTo(to) }),
    ...(loaders && guard !== undefined && guard !== 'bearer-in-query' && { loader: loaders.guards[guard] }),
    ...(screen !== undefined && component(path, load, loaded)),
  };
}

/** Loads the screen and its messages in parallel with the guards. */
async function importScreen(row: RouteDefinition): Promise<ComponentType> {
  const { path, screen, isOpen } = row;
  if (screen === undefined) throw new Error(`${path} has no screen`);
  const features = [row.features ?? []].flat();
  const [Screen] = await Promise.all([screen(), ...features.map(ensureMessages)]);
  await loadRecords();
  if (!isServerPage() && offlinePages.test(path))
    void whenUsed()
      .then(loadOffline)
      .then(({ cachePage }) => cachePage(path, isOpen));
  return withMessages(features, Screen);
}
