interface Named {
  given_name: string;
  family_name: string;
  email: string | null;
}

export function fullName({ given_name, family_name, email }: Named): string {
  return `${given_name} ${family_name}`.trim() || (email ?? '');
}

/** One sign of each name as a person counts signs, not as a computer does. */
export function initialsOf(person: Named): string {
  const names = [person.given_name, person.family_name].filter((name) => name !== '');
  const first = (text: string) => [...new Intl.Segmenter().segment(text)][0]?.segment ?? '';
  return (names.length > 0 ? names : [person.email ?? '']).map(first).join('').toLocaleUpperCase();
}
