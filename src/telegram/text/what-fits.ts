/** A label of a button says less where it would be cut. */
export function whatFits(most: number, text: string, shorter: string): string {
  return [...text].length <= most ? text : shorter;
}
