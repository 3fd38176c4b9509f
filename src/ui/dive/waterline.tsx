/** The surface line above a profile. */
export function Waterline() {
  return <div className="waterline" aria-hidden="true" />;
}
