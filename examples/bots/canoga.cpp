// A bot for Canoga in C++17, without libraries. Build it with: g++ -O2 -std=c++17 -o canoga canoga.cpp
//
// It covers with as few and as large squares as it can, and uncovers only if nothing can be covered.
#include <cctype>
#include <iostream>
#include <map>
#include <string>
#include <vector>

// A value of JSON. Null, true and false are like an absent field: without any content.
struct Json {
    double number = 0;
    std::string text;
    std::vector<Json> list;
    std::map<std::string, Json> fields;
    const Json& operator[](const std::string& name) const {
        static const Json absent;
        auto found = fields.find(name);
        return found == fields.end() ? absent : found->second;
    }
};

struct Reader {
    const std::string& line;
    size_t at = 0;
    char next() {
        while (at < line.size() && std::isspace((unsigned char)line[at])) at++;
        return line.at(at);
    }
    std::string string() {
        std::string text;
        for (at++; at < line.size() && line[at] != '"'; at++) {
            if (line[at] == '\\') at++;  // Nothing that this bot looks at is escaped.
            text += line[at];
        }
        at++;
        return text;
    }
    Json value() {
        Json json;
        char c = next();
        if (c == '{' || c == '[') {
            char end = c == '{' ? '}' : ']';
            for (at++; next() != end;) {
                if (line[at] == ',') at++;
                std::string name = c == '{' && next() ? string() : "";
                if (c == '{' && next() == ':') at++;
                (c == '{' ? json.fields[name] : json.list.emplace_back()) = value();
            }
            at++;
        } else if (c == '"') {
            json.text = string();
        } else if (std::isalpha((unsigned char)c)) {
            while (at < line.size() && std::isalpha((unsigned char)line[at])) at++;
        } else {
            size_t length;
            json.number = std::stod(line.substr(at), &length);
            at += length;
        }
        return json;
    }
};

using Squares = std::vector<int>;

// Squares that add up to the sum: the first set found, looking at the largest squares first and at small sets first.
bool choose(const Squares& squares, size_t from, int sum, int count, Squares& chosen) {
    if (count == 0) return sum == 0;
    for (size_t i = from; i < squares.size(); i++) {
        chosen.push_back(squares[i]);
        if (squares[i] <= sum && choose(squares, i + 1, sum - squares[i], count - 1, chosen)) return true;
        chosen.pop_back();
    }
    return false;
}

// The answer to a request for a number of dice or, once they are thrown, for a move.
std::string best(const Json& position, const Json& dice) {
    std::string me = position["next"].text, other = me == "human" ? "computer" : "human";
    std::vector<bool> mine(13), theirs(13);
    for (const Json& square : position[me]["covered"].list) mine.at((int)square.number) = true;
    for (const Json& square : position[other]["covered"].list) theirs.at((int)square.number) = true;
    const Json& lock = position["advantage"];
    bool locked = lock["player"].text == other;
    Squares open, covered;
    int points = 0, sum = 0;
    for (int square = (int)position["size"].number; square > 0; square--) {
        if (!mine.at(square)) open.push_back(square), points += square;
        if (theirs.at(square) && !(locked && lock["square"].number == square)) covered.push_back(square);
    }
    if (dice.list.empty()) return points <= 6 ? "{\"throw\":1}" : "{\"throw\":2}";
    for (const Json& die : dice.list) sum += (int)die.number;
    for (auto [verb, squares] : {std::pair("cover", &open), std::pair("uncover", &covered)})
        for (int count = 1; count <= 4; count++) {
            Squares chosen;
            if (!choose(*squares, 0, sum, count, chosen)) continue;
            std::string list;
            for (int square : chosen) list += (list.empty() ? "" : ",") + std::to_string(square);
            return "{\"move\":{\"" + std::string(verb) + "\":[" + list + "]}}";
        }
    return "{\"move\":null}";  // The arena doesn't ask if no move is possible.
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        Json request = Reader{line}.value();
        const Json& params = request["params"];
        std::cout << "{\"jsonrpc\":\"2.0\",\"id\":" << (long)request["id"].number << ",";
        if (request["method"].text == "version")
            std::cout << "\"result\":{\"name\":\"cover\",\"version\":\"1\"}";
        else if (request["method"].text == "best" && params["position"]["game"].text == "canoga")
            std::cout << "\"result\":" << best(params["position"], params["dice"]);
        else
            std::cout << "\"error\":{\"code\":-32601,\"message\":\"this bot plays only Canoga\"}";
        std::cout << "}" << std::endl;  // endl flushes, or the answer would stay in the buffer.
    }
}
