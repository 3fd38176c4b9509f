import type { Page } from 'playwright';

/** The people who open pages, and a text that only the other's pages contain. */
export const people = [
  { email: 'diver@demo.test', own: 'Lindqvist', foreign: 'Weber' },
  { email: 'student@demo.test', own: 'Weber', foreign: 'Lindqvist' },
] as const;

/**
 * Requests the page of each person many times at the same moment, and returns the responses that are not theirs or
 * contain anything of the other person.
 */
export async function findMixedPages(pages: readonly Page[], path: string, rounds: number): Promise<string[]> {
  const mixed: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const responses = await Promise.all(pages.map((page) => page.request.get(path)));
    const texts = await Promise.all(responses.map((response) => response.text()));
    people.forEach(({ email, own, foreign }, index) => {
      const html = texts[index] ?? '';
      const isOwn = html.includes('id="page-data"') && html.includes(own) && !html.includes(foreign);
      if (!isOwn) mixed.push(`${email} in round ${round}`);
    });
  }
  return mixed;
}
