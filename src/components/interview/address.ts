/** The session in the address: a reload, or another day, goes on where it was. */
import { useEffect, useState } from 'react';

export interface AddressOfSession {
  /** Null before the address has been looked at, and where it names none. */
  session: string | null;
  /** False until it has been looked at: the server does not know it. */
  known: boolean;
  go: (session: string | null) => void;
}

export function useSessionAddress(): AddressOfSession {
  const [at, setAt] = useState<{ session: string | null; known: boolean }>({ session: null, known: false });
  useEffect(() => {
    const look = () => setAt({ session: new URLSearchParams(location.search).get('session'), known: true });
    look();
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, []);
  function go(session: string | null) {
    const address = new URL(location.href);
    address.hash = '';
    address.search = session === null ? '' : `?session=${session}`;
    history.pushState(null, '', address);
    setAt({ session, known: true });
    scrollTo({ top: 0 });
  }
  return { ...at, go };
}
