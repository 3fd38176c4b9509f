import type { Page, Request, WebSocket } from 'playwright';
import { signIn } from '#platform/testing/browser.ts';

export const dashboard = '/training/dashboard';
export const student = 'student@demo.test';

/** An account whose dashboard does not query the checkpoint. */
export const instructor = 'instructor@demo.test';

export const promotions = '/training/my-promos';
export const checkpoint = '**/api/dsd/GetCheckpointData';
export const settingsScreen = '**/assets/settings-screen-*.js';

/** Resolves once the tab has subscribed to the end of its session. */
export async function watchSocket(page: Page): Promise<WebSocket> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onDeleteSession'));
  return socket;
}

export async function signInAndWatch(page: Page, email: string): Promise<WebSocket> {
  const [socket] = await Promise.all([watchSocket(page), signIn(page, email)]);
  return socket;
}

export const rejection = {
  errors: [{ code: 'session.invalid', message: 'the token has expired' }],
  correlationId: 'test-0001',
};

export function countCalls(page: Page): { checkpoint: number; createSession: number } {
  const calls = { checkpoint: 0, createSession: 0 };
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/GetCheckpointData')) calls.checkpoint++;
    if (request.postData()?.includes('createSession')) calls.createSession++;
  });
  return calls;
}
