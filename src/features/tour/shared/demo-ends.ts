/** The demo minor's open payment request, where the guardian's tour ends. */
export const demoRequestId = '5b1f3c1e-8c0a-4f6d-9a7e-2d64c1f0a003';

/** The demo candidate's application, the first in the table, where the candidate's tour ends. */
export const demoApplicationId = 10_001;

/** The demo student who is ready to certify, where the instructor's tour ends. */
export const demoReadyStudentId = 400_050;
