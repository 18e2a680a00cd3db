/** What may lie behind one silence. The sender's side is the same in all of them, and so is not told here. */

export type StoryId = 'request' | 'before' | 'after' | 'answer' | 'slow';

export interface Story {
  id: StoryId;
  /** The choice. */
  says: string;
  /** What happened on the far side, for whoever cannot see the drawing. */
  tells: string;
  /** Whether the fee is paid in the end. */
  paid: boolean;
}

export const stories: readonly Story[] = [
  {
    id: 'request',
    says: 'The request is lost',
    tells: 'The request never arrives. The server knows nothing of it.',
    paid: false,
  },
  {
    id: 'before',
    says: 'The server dies before it writes',
    tells: 'The request arrives, and the server dies with it. Nothing was written.',
    paid: false,
  },
  {
    id: 'after',
    says: 'The server dies after it has written',
    tells: 'The server writes 45.00 into its book and dies. Nobody is left to answer.',
    paid: true,
  },
  {
    id: 'answer',
    says: 'The answer is lost',
    tells: 'The server writes 45.00 into its book and answers. The answer does not get through.',
    paid: true,
  },
  {
    id: 'slow',
    says: 'Nothing is lost, it is only slow',
    tells: 'The server writes 45.00 into its book. Its answer comes when nobody waits for it any more.',
    paid: true,
  },
];
