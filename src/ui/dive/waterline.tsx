/** A ruled edge from which measured things hang. */
export function Waterline() {
  return <div className="waterline" aria-hidden="true" />;
}
