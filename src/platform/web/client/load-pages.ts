interface PagedQuery<Data> {
  data: Data | undefined;
  hasNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<PagedQuery<Data>>;
}

/** Loads pages until there are enough, or none are left. After an error, it returns what is loaded. */
export async function loadPages<Data>(
  query: PagedQuery<Data>,
  isEnough: (data: Data) => boolean = () => false,
): Promise<Data | undefined> {
  let { data, hasNextPage, isError } = query;
  while (data !== undefined && hasNextPage && !isError && !isEnough(data))
    ({ data, hasNextPage, isError } = await query.fetchNextPage());
  return data;
}
