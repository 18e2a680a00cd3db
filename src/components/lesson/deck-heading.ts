/** The deck stands at the end of every lesson under this heading. */
export const deckHeading = { id: 'cards', text: 'Cards to keep' };
