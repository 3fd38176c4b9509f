/** All messages by id. The app registers those of the English files. */
export interface Messages {}
export type MessageId = keyof Messages & string;
/** The ends of the ids with this start. */
export type MessageIdEnd<Start extends string> = MessageId extends infer Id
  ? Id extends `${Start}${infer End}`
    ? End
    : never
  : never;
