// A bot for Congkak in Java 17, without libraries. Build it with: javac -d . Congkak.java
//
// It looks for the turn that puts the most seeds into its store, with all free plays of that turn.
import java.io.*;
import java.util.*;

public class Congkak {
    /** Reads a value of JSON: a Map, a List, a String, a Double, or null (also for true and false). */
    static class Reader {
        final String line;
        int at = 0;

        Reader(String line) {
            this.line = line;
        }

        char next() {
            while (Character.isWhitespace(line.charAt(at))) at++;
            return line.charAt(at);
        }

        String string() {
            var text = new StringBuilder();
            for (at++; line.charAt(at) != '"'; at++) {
                if (line.charAt(at) == '\\') at++; // Nothing that this bot looks at is escaped.
                text.append(line.charAt(at));
            }
            at++;
            return text.toString();
        }

        Object value() {
            char first = next();
            if (first == '"') return string();
            if (first == '{' || first == '[') {
                var fields = new HashMap<String, Object>();
                var list = new ArrayList<Object>();
                for (at++; next() != '}' && next() != ']'; ) {
                    if (next() == ',') at++;
                    String name = first == '{' && next() == '"' ? string() : null;
                    if (next() == ':') at++;
                    if (first == '{') fields.put(name, value());
                    else list.add(value());
                }
                at++;
                return first == '{' ? fields : list;
            }
            int start = at;
            while (at < line.length() && ",]} \t\r".indexOf(line.charAt(at)) < 0) at++;
            return Character.isLetter(first) ? null : Double.valueOf(line.substring(start, at));
        }
    }

    /** A number of plays that may be tried for a decision. */
    static int budget;

    /** Holes from my first pit: my pits and store, then the other player's pits. Their store is never sown into. */
    static int[] holes(Map<?, ?> position, String me) {
        String other = me.equals("human") ? "computer" : "human";
        var mine = (Map<?, ?>) position.get(me);
        var all = new ArrayList<Object>((List<?>) mine.get("pits"));
        all.add(mine.get("store"));
        all.addAll((List<?>) ((Map<?, ?>) position.get(other)).get("pits"));
        return all.stream().mapToInt(seeds -> ((Double) seeds).intValue()).toArray();
    }

    /** Plays a pit on these holes; true if the last seed falls into my store, so that I play again. */
    static boolean play(int[] holes, int pit) {
        int pits = holes.length / 2, at = pit, before;
        do {
            int hand = holes[at];
            holes[at] = 0;
            for (before = 0; hand > 0; hand--) {
                at = (at + 1) % holes.length;
                before = holes[at]++;
            }
        } while (at != pits && before > 0);
        if (at < pits) {
            holes[pits] += holes[at] + holes[2 * pits - at];
            holes[at] = holes[2 * pits - at] = 0;
        }
        return at == pits;
    }

    /** The most seeds in my store after this turn, and the pit to begin with. */
    static int[] best(int[] holes) {
        int pits = holes.length / 2;
        int[] found = {holes[pits], -1};
        for (int pit = pits - 1; pit >= 0; pit--) {
            if (holes[pit] == 0) continue;
            int[] after = holes.clone();
            boolean again = play(after, pit);
            int seeds = again && budget-- > 0 ? best(after)[0] : after[pits];
            if (seeds > found[0] || found[1] < 0) found = new int[] {seeds, pit};
        }
        return found;
    }

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = input.readLine()) != null; ) {
            var request = (Map<?, ?>) new Reader(line).value();
            var parameters = request.get("params") instanceof Map<?, ?> map ? map : Map.of();
            var position = parameters.get("position") instanceof Map<?, ?> map ? map : Map.of();
            String answer = "\"error\":{\"code\":-32601,\"message\":\"this bot plays only Congkak\"}";
            if ("version".equals(request.get("method"))) {
                answer = "\"result\":{\"name\":\"banker\",\"version\":\"1\"}";
            } else if ("best".equals(request.get("method")) && "congkak".equals(position.get("game"))) {
                var me = (String) position.get("next");
                budget = 2000;
                char pit = (char) ((me.equals("human") ? 'P' : 'A') + best(holes(position, me))[1]);
                answer = "\"result\":{\"move\":{\"pit\":\"" + pit + "\"}}";
            }
            int id = ((Double) request.get("id")).intValue();
            System.out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + answer + "}"); // println flushes.
        }
    }
}
