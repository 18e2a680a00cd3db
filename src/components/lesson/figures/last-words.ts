/** A plan of messages of which each confirms the one before, and what becomes of it when the last is struck out. */

export interface Plan {
  /** How many messages it has. */
  messages: number;
  /** The argument about its last message. */
  argues: string;
}

/** What the messages say, from the first on. */
export const words = [
  'I pay',
  'I have it',
  'you have it: good',
  'you know: good',
  'so we both know',
] as const;

const senders = ['Ines', 'The club'] as const;

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The longest first. */
export const plans: readonly Plan[] = Array.from({ length: words.length + 1 }, (_, struck) => {
  const messages = words.length - struck;
  return { messages, argues: argument(messages) };
});

function argument(messages: number): string {
  if (messages === 0)
    return 'No message is left. By this plan the club writes 45.00 into its book without having heard of anybody, or never does. No plan that works can be like that, so no number of messages was enough.';
  const sender = senders[(messages - 1) % 2];
  const other = messages % 2 === 1 ? 'the club' : 'Ines';
  return `${sender} sends the ${ordinals[messages - 1]} message and cannot see whether it arrives, so what ${sender === 'Ines' ? 'she' : 'it'} does next is the same either way. If the plan is safe, ${other} must act alike with it or without it. Then it decides nothing. Strike it out.`;
}
