import { redirect } from 'next/navigation';

/** The product starts at its pipelines. */
export default function HomePage() {
  redirect('/pipelines');
}
