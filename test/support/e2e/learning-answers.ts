import type { Page } from 'playwright';
import type { CourseText } from '#features/learning/server/content/course.ts';
import type { QuestionContent } from '#features/learning/server/content/questions.ts';
import type { Answer, Question } from '#features/learning/shared/content.ts';

/** Answers the shown test question by its type. */
export async function answerQuestion(page: Page, question: Question, answer: Answer): Promise<void> {
  const questionElement = page.locator('[data-part="question"]');
  switch (question.type) {
    case 'number': {
      await questionElement.getByRole('textbox').fill(answer[0] ?? '');
      break;
    }
    case 'match': {
      for (const [index, id] of answer.entries())
        await questionElement.getByRole('combobox').nth(index).selectOption(id);
      break;
    }
    case 'order': {
      await putInOrder(page, question, answer);
      break;
    }
    case 'hotspot': {
      const place = question.spots.findIndex(({ id }) => id === answer[0]);
      await questionElement.locator('[data-part="spot"]').nth(place).click();
      break;
    }
    default: {
      for (const [index, { id }] of question.options.entries())
        await questionElement.locator('[data-part="answer"] input').nth(index).setChecked(answer.includes(id));
    }
  }
}

async function putInOrder(page: Page, question: Question, answer: Answer): Promise<void> {
  const rows = page.locator('[data-part="order-item"]');
  const currentOrder = question.options.map(({ id }) => id);
  for (const [place, id] of answer.entries()) {
    for (let at = currentOrder.indexOf(id); at > place; at--) {
      await rows.nth(at).getByRole('button', { name: / up$/ }).click();
      currentOrder.splice(at - 1, 0, ...currentOrder.splice(at, 1));
    }
  }
  const keep = page.getByRole('button', { name: 'Confirm order' });
  if (await keep.isVisible()) await keep.click();
}

/** A valid answer that is wrong for most questions. */
export function createAnyAnswer(question: Question): Answer {
  switch (question.type) {
    case 'number': {
      return ['987654'];
    }
    case 'hotspot': {
      return [question.spots[0]?.id ?? '0'];
    }
    case 'order': {
      return question.options.map(({ id }) => id);
    }
    case 'match': {
      return question.terms.map((_term, index) => question.options[index]?.id ?? '0');
    }
    default: {
      return [question.options[0]?.id ?? '0'];
    }
  }
}

export function findQuestion(text: CourseText, id: string): QuestionContent | undefined {
  return text.sections
    .flatMap(({ lessons, review, bank }) => [...lessons.flatMap(({ questions }) => questions), ...review, ...bank])
    .find((question) => question.id === id);
}
