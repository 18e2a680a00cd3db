/** How sure a reader says they are of a lesson. An island. */
import { useId, useState } from 'react';
import { latestConfidence } from '../../progress/derive.ts';
import { type ConfidenceLevel, confidenceLevels } from '../../progress/events.ts';
import './learn.css';
import { useProgress } from './useProgress.ts';

const levelNames: Record<ConfidenceLevel, string> = {
  new: 'New to it',
  'getting-there': 'Getting there',
  confident: 'Confident',
};

export interface ConfidenceProps {
  lesson: string;
}

export default function Confidence({ lesson }: ConfidenceProps) {
  const name = useId();
  const { progress, events, trouble } = useProgress();
  const [said, setSaid] = useState('');
  const level = latestConfidence(events, lesson);

  async function choose(chosen: ConfidenceLevel) {
    await progress?.append({ kind: 'confidence', lesson, level: chosen });
    setSaid(`${levelNames[chosen]}: noted.`);
  }

  return (
    <fieldset className="confidence" disabled={progress === null}>
      <legend>How sure are you of this chapter?</legend>
      <div className="seg">
        {confidenceLevels.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={level === each} onChange={() => choose(each)} />
            {levelNames[each]}
          </label>
        ))}
      </div>
      <p>Decides how soon its cards come back. You can change your mind.</p>
      {trouble !== null && <p className="trouble">{trouble}</p>}
      <p className="sr" aria-live="polite">
        {said}
      </p>
      <noscript>
        <p>Noting your answer needs JavaScript, which is off in this browser.</p>
      </noscript>
    </fieldset>
  );
}
