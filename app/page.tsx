import { redirect } from 'next/navigation';

/** Redirects to the list of pipelines. */
export default function HomePage() {
  redirect('/pipelines');
}
