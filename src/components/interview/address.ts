/** The session in the address: a reload, or another day, goes on where it was. */
import { useEffect, useState } from 'react';

export interface AddressOfSession {
  /** Null before the address has been looked at, and where it names none. */
  session: string | null;
  /** False until it has been looked at: the server does not know it. */
  known: boolean;
  /** The reader came here by a button of this page: what it showed is gone, and with it the focus. */
  pressed: boolean;
  go: (session: string | null) => void;
}

export function useSessionAddress(): AddressOfSession {
  const [at, setAt] = useState({ session: null as string | null, known: false, pressed: false });
  useEffect(() => {
    const look = () =>
      setAt({ session: new URLSearchParams(location.search).get('session'), known: true, pressed: false });
    look();
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, []);
  function go(session: string | null) {
    const address = new URL(location.href);
    address.hash = '';
    address.search = session === null ? '' : `?session=${session}`;
    history.pushState(null, '', address);
    setAt({ session, known: true, pressed: true });
    scrollTo({ top: 0 });
  }
  return { ...at, go };
}
