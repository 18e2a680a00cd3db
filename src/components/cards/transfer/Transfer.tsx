/** Cards from elsewhere, and to elsewhere. An island. */
import { useCards } from '../useCards.ts';
import { Export } from './Export.tsx';
import { Import } from './Import.tsx';
import './transfer.css';

export default function Transfer() {
  const { cards, trouble } = useCards();
  return (
    <div className="wrap cards-home">
      {trouble !== null && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      {cards === null ? (
        <p className="rv-wait">Your cards are being counted.</p>
      ) : (
        <>
          <Import cards={cards} />
          <Export cards={cards} />
        </>
      )}
    </div>
  );
}
