import type { ReactNode } from 'react';
import { LoadFailure, type LoadFailureProps } from './load-failure.tsx';
import type { QueryState } from './query-state.ts';

interface QueryViewProps<Data> extends Omit<LoadFailureProps, 'query'> {
  query: QueryState<Data>;
  /** Shown while the query loads. */
  skeleton: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** Replaces the content if `isEmpty`. */
  empty?: ReactNode;
  /** Replaces the load failure, for example for 404. It stays if this returns nothing. */
  renderError?: (error: Error) => ReactNode;
  /** Wraps the skeleton and the load failure, for pages whose heading changes with the data. */
  renderFrame?: (state: ReactNode) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders the state of a query: its content, empty state, error with a retry button, or skeleton. */
export function QueryView<Data>(props: QueryViewProps<Data>): ReactNode {
  const {
    query,
    skeleton,
    isEmpty,
    empty,
    renderError,
    renderFrame = (state) => state,
    children,
    ...failureProps
  } = props;
  const { data, isError, error } = query;
  if (data !== undefined) return isEmpty?.(data) ? empty : children(data);
  if (!isError) return renderFrame(skeleton);
  return (error && renderError?.(error)) || renderFrame(<LoadFailure query={query} {...failureProps} />);
}
