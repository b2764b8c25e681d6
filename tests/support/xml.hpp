#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds::test {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< its own and its children's, with entities resolved

  double number(const std::string& attribute) const { return std::stod(attributes.at(attribute)); }
};

/// Reads the XML that our pictures use: elements, attributes in double quotes, text, the five
/// entities and numbers. Throws std::runtime_error if that is not well-formed XML 1.0.
class XmlReader {
 public:
  /// All elements, parents first.
  static std::vector<XmlElement> read(const std::string& xml) {
    XmlReader reader(xml);
    reader.skip_space();
    reader.element();
    reader.skip_space();
    if (reader.take("<!-- ")) {  // one comment may follow
      reader.at_ = std::min(xml.find("-->", reader.at_), xml.size() - 3) + 3;
      reader.skip_space();
    }
    if (reader.at_ != xml.size()) reader.fail("text after the end");
    return std::move(reader.elements_);
  }

 private:
  explicit XmlReader(std::string_view xml) : xml_(xml) {}

  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(why + " at '" + std::string(xml_.substr(at_, 40)) + "'");
  }
  bool take(std::string_view expected) {
    if (!xml_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  void expect(std::string_view expected) {
    if (!take(expected)) fail("no " + std::string(expected));
  }
  void skip_space() {
    while (at_ < xml_.size() && (xml_[at_] == ' ' || xml_[at_] == '\n')) ++at_;
  }
  std::string name() {
    const std::size_t start = at_;
    while (at_ < xml_.size() &&
           (std::isalnum(static_cast<unsigned char>(xml_[at_])) != 0 || xml_[at_] == '-')) {
      ++at_;
    }
    if (at_ == start) fail("no name");
    return std::string(xml_.substr(start, at_ - start));
  }
  /// Text up to one of these characters.
  std::string text_until(std::string_view ends) {
    std::string text;
    while (at_ < xml_.size() && ends.find(xml_[at_]) == std::string_view::npos) {
      const char c = xml_[at_];
      if (c == '&') {
        text += entity();
        continue;
      }
      if (c == '<' || c == '>') fail("a bare bracket");
      if (static_cast<unsigned char>(c) < 0x20 && c != '\n') fail("a control character");
      text += c;
      ++at_;
    }
    return text;
  }
  char entity() {
    for (const auto& [name, letter] : std::map<std::string, char>{
             {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}}) {
      if (take(name)) return letter;
    }
    fail("an unknown entity");
  }
  std::string element() {
    expect("<");
    const std::size_t own = elements_.size();
    elements_.push_back({name(), {}, ""});
    for (skip_space(); !take("/>"); skip_space()) {
      if (take(">")) {
        content(own);
        return elements_[own].text;
      }
      const std::string attribute = name();
      expect("=\"");
      if (!elements_[own].attributes.emplace(attribute, text_until("\"")).second) fail("twice");
      expect("\"");
    }
    return "";
  }
  void content(std::size_t own) {
    for (;;) {
      const std::string text = text_until("<");
      elements_[own].text += text;
      if (take("</")) {
        expect(elements_[own].name + ">");
        return;
      }
      const std::string inner = element();
      elements_[own].text += inner;
    }
  }

  std::string_view xml_;
  std::size_t at_ = 0;
  std::vector<XmlElement> elements_;
};

}  // namespace combat_odds::test
